"""Tests of the flow package: spec, driver, controller, native backend, `mplex-ctl`."""
