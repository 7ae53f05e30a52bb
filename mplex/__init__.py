"""mplex: a terminal multiplexer in which programs can ask the person at the terminal properly.

Only the version lives here, so that importing the package costs nothing.
"""

__version__ = "0.1.0"
