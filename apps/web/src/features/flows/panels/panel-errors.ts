/** What keeps a panel from being saved, by the path of its field. */
import { inspectNode } from '@balcao/domain/flow/inspect';
import type { FlowNode } from '@balcao/domain/flow/document';
import type { References } from '@balcao/domain/flow/references';
import { fileKey, isFileBlock } from './blocks.ts';
import type { PendingFiles } from './form.ts';
import type { panelTexts } from './panel.texts.ts';

export type PanelError = keyof Pick<
  typeof panelTexts,
  | 'required'
  | 'invalidData'
  | 'unusableUrl'
  | 'unusableHeader'
  | 'unusableJson'
  | 'unusablePointer'
  | 'tooShort'
  | 'tooLong'
  | 'emptyFiles'
  | 'noBlocks'
>;

const NAME = { min: 2, max: 50 };

/** Ids that no longer exist do not keep a panel open: they are problems of the flow. */
export function panelErrors(node: FlowNode, references: References, pending: PendingFiles): Map<string, PanelError> {
  const errors = new Map<string, PanelError>();
  for (const { code, field } of inspectNode(node, references)) {
    if (field === null || !isOfPanel(code) || isPending(field, pending)) continue;
    errors.set(field, code);
  }
  if (node.type === 'singleBlock') return contentErrors(node.data.blocks, errors, pending);
  if (node.type === 'typebot') return typebotErrors(node.data, errors);
  return errors;
}

const ofPanel = [
  'required',
  'invalidData',
  'unusableUrl',
  'unusableHeader',
  'unusableJson',
  'unusablePointer',
] as const;
const isOfPanel = (code: string): code is (typeof ofPanel)[number] => ofPanel.some((known) => known === code);
const isPending = (field: string, pending: PendingFiles): boolean => field.startsWith('file') && pending.has('file');

type Blocks = Extract<FlowNode, { type: 'singleBlock' }>['data']['blocks'];
function contentErrors(blocks: Blocks, found: Map<string, PanelError>, pending: PendingFiles): Map<string, PanelError> {
  const errors = new Map([...found].filter(([field]) => field.endsWith('.text')));
  if (blocks.length === 0) errors.set('blocks', 'noBlocks');
  if (blocks.some((block) => isFileBlock(block) && block.file.name === '' && !pending.has(fileKey(block))))
    errors.set('blocks', 'emptyFiles');
  return errors;
}

type Typebot = Extract<FlowNode, { type: 'typebot' }>['data'];
function typebotErrors(
  { integrationId, name, url, slug }: Typebot,
  found: Map<string, PanelError>,
): Map<string, PanelError> {
  if (integrationId !== null) return found;
  const errors = new Map(found);
  const length = name.trim().length;
  if (length < NAME.min) errors.set('name', length === 0 ? 'required' : 'tooShort');
  else if (length > NAME.max) errors.set('name', 'tooLong');
  if (url.trim() === '') errors.set('url', 'required');
  if (slug.trim() === '') errors.set('slug', 'required');
  return errors;
}
