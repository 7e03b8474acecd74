import { parentPort, workerData } from 'node:worker_threads';
import { clusterCatalogue } from '../../transforms/mtu-bench/clustering/cluster-catalogue.js';
import type { ClusterInput } from './cluster-in-thread.js';

/** Thread entry of `clusterInThread`: one input, one result. */
const { catalogue, vectors, embedderId, settings, decisions } = workerData as ClusterInput;
parentPort?.postMessage(clusterCatalogue(catalogue, vectors, embedderId, settings, decisions));
