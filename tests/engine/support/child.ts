import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { program } from './home.js';

/** A program of the tests in a process of its own, which answers with one line of JSON. */
export class TestProcess<Answer> {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answer: Promise<Answer>;
  readonly #ended: Promise<unknown[]>;

  /** @param dir appears in the command line, so that endEverything finds the process */
  constructor(name: Parameters<typeof program>[0], argument: unknown, dir: string) {
    const [node, file] = program(name);
    this.#child = spawn(node, [file, JSON.stringify(argument), dir], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#ended = once(this.#child, 'exit');
    this.#answer = this.#read();
    this.#answer.catch(() => undefined); // a process that is killed does not answer, and is not asked
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  answer(): Promise<Answer> {
    return this.#answer;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Lets the program end: its standard input closes. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  async #read(): Promise<Answer> {
    for await (const line of createInterface({ input: this.#child.stdout })) {
      if (line.startsWith('{')) return JSON.parse(line) as Answer;
    }
    throw new Error('the process ended without an answer');
  }
}
