/** Stores the chosen files of a panel and names them in its node. */
import type { FlowFile, FlowNode } from '@balcao/domain/flow/document';
import { uploadFlowFile } from '../../../entities/flows/flows.api.ts';
import { fileKey, isFileBlock } from './blocks.ts';
import { compressImage } from './files.ts';
import type { PendingFiles } from './form.ts';

export async function uploadFiles(pending: PendingFiles, onCompressFailed: () => void): Promise<Map<string, FlowFile>> {
  const stored = new Map<string, FlowFile>();
  // One after the other: the server stores them in this order, and a phone's uplink is not shared.
  for (const [field, file] of pending) {
    const sent = file.type.startsWith('image/') ? await compressed(file, onCompressFailed) : file;
    stored.set(field, { name: await uploadFlowFile(sent), original: file.name });
  }
  return stored;
}

async function compressed(file: File, onFailed: () => void): Promise<File> {
  try {
    return await compressImage(file);
  } catch {
    onFailed();
    return file;
  }
}

/** The node with its uploaded files. */
export function withFiles(node: FlowNode, stored: ReadonlyMap<string, FlowFile>): FlowNode {
  if (node.type === 'img' || node.type === 'audio' || node.type === 'video') {
    const file = stored.get('file');
    return file ? ({ ...node, data: { ...node.data, file } } as FlowNode) : node;
  }
  if (node.type !== 'singleBlock') return node;
  const blocks = node.data.blocks.map((block) => {
    const file = isFileBlock(block) ? stored.get(fileKey(block)) : undefined;
    return file ? { ...block, file } : block;
  });
  return { ...node, data: { blocks } };
}
