import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEMPORAL_CLI_VERSION } from './cache.js';
import { firstLine } from './executable.js';
import { fetchFailure, fetchFile, fetchProgress, type FetchOptions } from './fetch-file.js';

/** Host of the official archives. A mirror must serve the same path and query. */
export const OFFICIAL_DOWNLOAD = 'https://temporal.download';

/** Options for downloading the archive. */
export interface DownloadOptions extends Pick<FetchOptions, 'firstByteTimeoutMs' | 'stallTimeoutMs'> {
  readonly baseUrl: string;
  readonly onProgress: (message: string) => void;
}

/** The archive's URL for this machine; undefined if there is no official build. */
export function archiveUrl(
  baseUrl: string,
  platform: string = process.platform,
  cpu: string = process.arch,
): string | undefined {
  const arch = { x64: 'amd64', arm64: 'arm64' }[cpu];
  if (arch === undefined || !['linux', 'darwin'].includes(platform)) return undefined;
  const base = baseUrl.replace(/\/+$/, '');
  return `${base}/cli/archive/v${TEMPORAL_CLI_VERSION}?platform=${platform}&arch=${arch}`;
}

/** Downloads the official archive and unpacks it into `workDir`; never throws. */
export async function downloadTemporal(
  workDir: string,
  options: DownloadOptions,
): Promise<{ file: string } | { why: string }> {
  const url = archiveUrl(options.baseUrl);
  if (url === undefined) return { why: `there is no official build for ${process.platform}/${process.arch}` };
  const archive = join(workDir, 'temporal.tar.gz');
  try {
    const { firstByteTimeoutMs, stallTimeoutMs, onProgress } = options;
    const what = `Downloading the Temporal server ${TEMPORAL_CLI_VERSION}`;
    const onPiece = fetchProgress(what, onProgress);
    await fetchFile(archive, url, { firstByteTimeoutMs, stallTimeoutMs, onPiece });
  } catch (error) {
    return { why: `${url}: ${fetchFailure(error)}` };
  }
  try {
    await promisify(execFile)('tar', ['-xzf', archive, '-C', workDir]);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr ?? '';
    return {
      why: `${url}: the archive could not be unpacked: ${firstLine(said === '' ? String(error) : said)}`,
    };
  }
  return { file: join(workDir, 'temporal') };
}
