"""Benchmarks: mplex and tmux side by side in one run, told as ratios.

    workloads    what panes print, made from fixed seeds
    agent        the program inside the panes, which prints, echoes and takes the time
    multiplexer  one multiplexer under test; mplex and tmux differ in two lines of a table
    client       a terminal that counts what it is sent and looks at none of it
    throughput, latency, starting, standing   the measurements
    measure      what a measurement is, and the rounds that take it
    report       the table and the JSON

`make bench` runs it. Machines are noisy, so rounds alternate between the two, medians are shown
and only ratios mean anything.
"""
