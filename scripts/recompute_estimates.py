"""Means with the interval of 95 % about them, and what is computed of several."""

import math

STUDENT_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


def student_t(freedom):
    """Student's t for a two-sided interval of 95 % (beyond ten degrees of freedom: Abramowitz and Stegun, 26.7.5)."""
    if freedom <= len(STUDENT_T):
        return STUDENT_T[freedom - 1]
    return 1.959964 + 2.3723 / freedom + 2.8225 / freedom**2 + 2.5558 / freedom**3


class Estimate:
    """A mean, and the half of its interval."""

    def __init__(self, mean, margin=0.0):
        self.mean, self.margin = mean, margin
        self.low, self.high = mean - margin, mean + margin

    def __sub__(self, other):
        return Estimate(self.mean - other.mean, math.hypot(self.margin, other.margin))

    def __truediv__(self, other):
        ratio = self.mean / other.mean
        return Estimate(ratio, abs(math.hypot(self.margin, ratio * other.margin) / other.mean))

    def __str__(self):
        return f"{self.mean} +- {self.margin}" if self.margin else str(self.mean)

    def within(self, low, high):
        """Whether it lies between two bounds; `None`: a part of its interval does."""
        if (low is None or self.low >= low) and (high is None or self.high <= high):
            return True
        if (low is not None and self.high < low) or (high is not None and self.low > high):
            return False
        return None


ONE = Estimate(1.0)


class Statement:
    """Whether a sentence holds; `None`: what was measured cannot tell."""

    def __init__(self, *parts):
        self.holds = False if False in parts else None if None in parts else True

    def __str__(self):
        return str(self.holds)


def of_times(ends_ps, window):
    """What a batch takes between the ends of two batches, milliseconds. One batch alone has no interval."""
    first, last = window
    times = [(after - before) * 1e-9 for before, after in zip(ends_ps[first:last], ends_ps[first + 1:last + 1])]
    mean = (ends_ps[last] - ends_ps[first]) * 1e-9 / max(len(times), 1)
    if len(times) < 2:
        return Estimate(mean)
    middle = sum(times) / len(times)
    variance = sum((time - middle) ** 2 for time in times) / (len(times) - 1)
    return Estimate(mean, student_t(len(times) - 1) * math.sqrt(variance / len(times)))


def growing(value, time):
    """A value of a batch that grows with its time."""
    return Estimate(value, abs(value * time.margin / time.mean))


def mean_of(estimates):
    every = list(estimates)
    margin = math.sqrt(sum(each.margin**2 for each in every)) / len(every)
    return Estimate(sum(each.mean for each in every) / len(every), margin)
