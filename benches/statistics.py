"""The engine's statistics by SciPy and NumPy: `write` writes docs/vectors/statistics.json, `time` measures times.

    python3 benches/statistics.py write     # expected values, from the arrays in the file
    python3 benches/statistics.py time N    # seconds, minimum of several runs, for arrays of N values
"""
import json
import sys
import time
from pathlib import Path

import numpy as np
from scipy import signal, stats

FILE = Path(__file__).parent.parent / "docs" / "vectors" / "statistics.json"
MAX_LAG_S = 10
PERCENTS = [0, 5, 25, 50, 75, 95, 100]


def arrays(n, rate_hz=10.0):
    """Two signals, the second delayed by 1.3 s: sines and noise of a generator that is the same in every language."""
    state, noise = 12345, []
    for _ in range(2 * n):
        state = (state * 1103515245 + 12345) % 2147483648
        noise.append(state / 2147483648 - 0.5)
    t = np.arange(n) / rate_hz
    wave = lambda t: np.sin(2 * np.pi * t / 7.7) + 0.6 * np.sin(2 * np.pi * t / 3.1 + 1)
    return wave(t) + 0.4 * np.array(noise[:n]), 5 + 0.7 * wave(t - 1.3) + 0.4 * np.array(noise[n:])


def scan(x, y, most):
    """Pearson's r over the overlap for lags of -most to +most samples: sums of products by FFT, the others cumulative."""
    n = len(x)
    lags = np.arange(-most, most + 1)
    products = signal.correlate(y, x, mode="full", method="fft")[n - 1 - most : n + most]
    count = n - np.abs(lags)

    def over(values, first):
        run = np.concatenate([[0.0], np.cumsum(values)])
        return run[first + count] - run[first]

    first_x, first_y = np.maximum(0, -lags), np.maximum(0, lags)
    sx, sy = over(x, first_x), over(y, first_y)
    sxx, syy = over(x * x, first_x), over(y * y, first_y)
    return (products - sx * sy / count) / np.sqrt((sxx - sx * sx / count) * (syy - sy * sy / count))


def expected(x, y, rate_hz):
    r, p = stats.pearsonr(x, y)
    line = stats.linregress(x, y)
    few = stats.pearsonr(x[:6], y[:6])
    most = int(MAX_LAG_S * rate_hz)
    each = [stats.pearsonr(x[max(0, -k) : len(x) - max(0, k)], y[max(0, k) : len(y) - max(0, -k)])[0] for k in range(-most, most + 1)]
    assert np.max(np.abs(scan(x, y, most) - each)) < 1e-11
    return {
        "correlation": {"n": len(x), "r": r, "p": p},
        "correlation_of_the_first_six": {"n": 6, "r": few[0], "p": few[1]},
        "least_squares": {"slope": line.slope, "intercept": line.intercept, "r2": line.rvalue**2},
        "theil_sen_slope": stats.theilslopes(y, x)[0],
        "percentiles": {str(q): np.percentile(x, q) for q in PERCENTS},
        "lag_scan": {"max_lag_samples": most, "r": each},
    }


def write():
    rate_hz, n = 10.0, 400
    x, y = arrays(n, rate_hz)
    how = "Pearson's r with its two-sided p, ordinary least squares, Theil and Sen's slope, percentiles of type 7, and r over the overlap for every lag (x before y is a positive lag)"
    told = {"what": how, "by": f"SciPy {__import__('scipy').__version__}, NumPy {np.__version__}", "rate_hz": rate_hz}
    text = {**told, "x": x.tolist(), "y": y.tolist(), "expected": expected(x, y, rate_hz)}
    FILE.write_text(json.dumps(text) + "\n")


def best_s(work, tries=7):
    """Seconds of one call: the minimum of several runs, each of as many calls as take 0.01 s."""
    runs = 1
    while True:
        start = time.perf_counter()
        for _ in range(runs):
            work()
        if time.perf_counter() - start > 0.01:
            break
        runs *= 2
    times = []
    for _ in range(tries):
        start = time.perf_counter()
        for _ in range(runs):
            work()
        times.append((time.perf_counter() - start) / runs)
    return min(times)


def measure(n):
    x, y = arrays(n)
    most = int(MAX_LAG_S * 10)
    work = {
        "correlation": lambda: stats.pearsonr(x, y),
        "least_squares": lambda: stats.linregress(x, y),
        "percentiles": lambda: np.percentile(x, [25, 50, 75]),
        "lag_scan": lambda: scan(x, y, most),
    }
    print(json.dumps({name: best_s(one) for name, one in work.items()}))


if __name__ == "__main__":
    write() if sys.argv[1] == "write" else measure(int(sys.argv[2]))
