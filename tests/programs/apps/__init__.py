"""Small full-screen applications, as people write them with today's libraries; run as modules."""
