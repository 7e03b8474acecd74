import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/** What a process has used so far. */
export interface ProcessUse {
  readonly peakMb: number;
  readonly cpuSeconds: number;
}

/** Reads a process's peak memory and CPU time from /proc (Linux); undefined when it is gone. */
export function processUse(pid: number): ProcessUse | undefined {
  try {
    const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { peakMb: peakKb / 1024, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND };
  } catch {
    return undefined;
  }
}

/** Watches processes by name until stopped and keeps the highest figures of each. */
export class ProcessWatch {
  readonly #use = new Map<string, ProcessUse>();
  readonly #timer: NodeJS.Timeout;

  /** @param pids asked before each look */
  constructor(pids: () => Readonly<Record<string, number | undefined>>) {
    this.#timer = setInterval(() => {
      for (const [name, pid] of Object.entries(pids())) {
        const use = pid === undefined ? undefined : processUse(pid);
        const before = this.of(name);
        // A process that ends shows less at the last look: the highest figures count.
        if (use)
          this.#use.set(name, {
            peakMb: Math.max(use.peakMb, before.peakMb),
            cpuSeconds: Math.max(use.cpuSeconds, before.cpuSeconds),
          });
      }
    }, 50);
  }

  of(name: string): ProcessUse {
    return this.#use.get(name) ?? { peakMb: 0, cpuSeconds: 0 };
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
