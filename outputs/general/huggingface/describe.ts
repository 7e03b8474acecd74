import type { DatasetFolder } from '../dataset-folder.js';
import { datasetCard } from './card.js';
import { croissant } from './croissant.js';
import type { DescribedDataset } from './described-dataset.js';

/** Writes a dataset's card and metadata. */
export async function writeDescriptions(folder: DatasetFolder, dataset: DescribedDataset): Promise<void> {
  await folder.text('croissant.json', croissant(dataset));
  await folder.text('README.md', datasetCard(dataset));
}
