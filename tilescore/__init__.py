"""What people touch: the command line, the questions, the score sheet on the screen, and the public
Python API.
"""
