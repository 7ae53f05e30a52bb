"""Questions to the person at the terminal: their JSON, and how they look and behave.

`caps`, `node`, `answer` and `spec` are pure and light: flow drivers and `mplex-ctl` import them.
`flow_screen` and what it is made of draw, and run where the terminal is. Nothing is imported
here, so that the light half stays light.
"""
