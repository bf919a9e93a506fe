import { z } from 'zod';

const nodeSchema = z.object({
  type: z.string().optional(),
  text: z.string().optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  url: z.string().optional(),
  children: z.array(z.unknown()).optional(),
});
const MAX_DEPTH = 10;

/** Rich text of older Typebot viewers as a message: bold `*`, italic `_`, underline `~`, links with their address. */
export const plainRichText = (nodes: readonly unknown[]): string => nodes.map((node) => nodeText(node, 0)).join('\n');

function nodeText(value: unknown, depth: number): string {
  const node = nodeSchema.safeParse(value).data;
  if (!node || depth > MAX_DEPTH) return '';
  if (node.text !== undefined) return marked(node.text, node);
  const inner = (node.children ?? []).map((child) => nodeText(child, depth + 1)).join(separatorOf(node.type));
  if (node.type === 'li') return `- ${inner}`;
  return node.type === 'a' && node.url !== undefined && node.url !== inner ? `${inner}: ${node.url}` : inner;
}

const separatorOf = (type: string | undefined): string => (type === 'ul' || type === 'ol' ? '\n' : '');

/** Marks stand directly at the text; spaces around it stay outside. */
function marked(text: string, { bold, italic, underline }: z.infer<typeof nodeSchema>): string {
  const inner = text.trim();
  if (inner === '') return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(before.length + inner.length);
  const marks = [underline && '~', italic && '_', bold && '*'].filter((mark) => typeof mark === 'string');
  return before + marks.reduce((wrapped, mark) => mark + wrapped + mark, inner) + after;
}
