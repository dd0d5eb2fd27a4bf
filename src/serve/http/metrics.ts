/** Upper ends of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

export interface Metrics {
  /** A request was answered. */
  answered(operation: string, status: number, seconds: number): void;
  settled(seconds: number, retired: number): void;
  /** In the text format of Prometheus. */
  text(gauges: Readonly<Record<string, number>>): string;
}

/** Counts for Prometheus: by operation and status, never by project or card. */
export function createMetrics(): Metrics {
  const answers = new Map<string, number>();
  const times = new Map<string, { counts: number[]; sum: number; count: number }>();
  const settles = { runs: 0, seconds: 0, retired: 0 };
  return {
    answered: (operation, status, seconds) => {
      const key = `operation="${operation}",status="${status}"`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      const time = times.get(operation) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
      times.set(operation, time);
      time.sum += seconds;
      time.count += 1;
      for (const [i, most] of BUCKETS.entries()) if (seconds <= most) time.counts[i] = time.counts[i]! + 1;
    },
    settled: (seconds, retired) => {
      settles.runs += 1;
      settles.seconds += seconds;
      settles.retired += retired;
    },
    text: (gauges) =>
      [
        ...family("habitus_requests_total", "counter", "Requests answered."),
        ...[...answers].map(([labels, count]) => `habitus_requests_total{${labels}} ${count}`),
        ...family("habitus_request_seconds", "histogram", "Time from the request to its answer."),
        ...[...times].flatMap(([operation, { counts, sum, count }]) => [
          ...BUCKETS.map(
            (most, i) => `habitus_request_seconds_bucket{operation="${operation}",le="${most}"} ${counts[i]}`,
          ),
          `habitus_request_seconds_bucket{operation="${operation}",le="+Inf"} ${count}`,
          `habitus_request_seconds_sum{operation="${operation}"} ${sum}`,
          `habitus_request_seconds_count{operation="${operation}"} ${count}`,
        ]),
        ...family("habitus_settles_total", "counter", "Times conclusions were drawn from outcomes."),
        `habitus_settles_total ${settles.runs}`,
        ...family("habitus_settle_seconds_total", "counter", "Time that took."),
        `habitus_settle_seconds_total ${settles.seconds}`,
        ...family("habitus_cards_retired_total", "counter", "Cards that the policy retired."),
        `habitus_cards_retired_total ${settles.retired}`,
        ...Object.entries(gauges).flatMap(([name, value]) => [
          ...family(`habitus_${name}`, "gauge", name.replaceAll("_", " ")),
          `habitus_${name} ${value}`,
        ]),
        "",
      ].join("\n"),
  };
}

function family(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
