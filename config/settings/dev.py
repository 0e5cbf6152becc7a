"""Development and the single-machine `make run`."""

from config.env import env_bool
from config.settings.base import *

DEBUG = env_bool("DEBUG", False)
