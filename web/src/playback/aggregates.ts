import type { Metric } from "./metric";

export interface Aggregate {
  max: number;
  average: number;
  std_dev: number;
}

const RADIANS = Math.PI / 180;

/** Max, average and standard deviation of rows [start, end) in display units; directions as circular statistics. */
export function aggregate(metric: Metric, stored: Float32Array, start: number, end: number): Aggregate {
  return metric.circular ? circular(stored, start, end) : linear(metric, stored, start, end);
}

function linear(metric: Metric, stored: Float32Array, start: number, end: number): Aggregate {
  let [count, sum, squares, max] = [0, 0, 0, -Infinity];
  for (let i = start; i < end; i++) {
    const value = stored[i]! * metric.display_factor;
    if (Number.isNaN(value)) continue;
    count++;
    sum += value;
    squares += value * value;
    if (value > max) max = value;
  }
  if (count === 0) return { max: NaN, average: NaN, std_dev: NaN };
  const average = sum / count;
  return { max, average, std_dev: Math.sqrt(Math.max(0, squares / count - average * average)) };
}

/** Circular mean and standard deviation; a direction has no maximum. */
function circular(stored: Float32Array, start: number, end: number): Aggregate {
  let [count, x, y] = [0, 0, 0];
  for (let i = start; i < end; i++) {
    const value = stored[i]!;
    if (Number.isNaN(value)) continue;
    count++;
    x += Math.cos(value * RADIANS);
    y += Math.sin(value * RADIANS);
  }
  if (count === 0) return { max: NaN, average: NaN, std_dev: NaN };
  const length = Math.min(1, Math.hypot(x, y) / count);
  return {
    max: NaN,
    average: (Math.atan2(y, x) / RADIANS + 360) % 360,
    std_dev: Math.sqrt(-2 * Math.log(length)) / RADIANS,
  };
}
