"""Real programs, each driven through one key script in mplex and in tmux: the screens are equal."""
