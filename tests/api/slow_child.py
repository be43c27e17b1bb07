"""A decoder of pictures that does not come to an end."""

import time

time.sleep(60)
