import CGTK4
