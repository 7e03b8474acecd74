/**
 * Whether this machine has a process with this pid, including other users' processes and zombies. Not for workflows.
 */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
