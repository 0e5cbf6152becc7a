"""Korean text filters."""

from django import template

register = template.Library()
