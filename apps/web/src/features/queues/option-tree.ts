/** Immutable tree of a queue's options while they are edited: add, change, move and remove. */
import type { BotOption, BotOptionDraft } from '@balcao/contract/endpoints/queues';
import { MAX_OPTION_DEPTH, MAX_OPTIONS, optionKinds, type OptionKind } from '@balcao/domain/bot/option-types';
import { z } from 'zod';

export interface Branch {
  /** Unique while the form is open, because a new option has no id yet. */
  key: string;
  id: number | null;
  name: string;
  greetingMessage: string;
  queueType: OptionKind;
  closeTicket: boolean;
  optQueueId: number | null;
  optUserId: number | null;
  optIntegrationId: number | null;
  optFileId: number | null;
  optFlowId: number | null;
  options: Branch[];
}
export type Move = 'up' | 'down' | 'in' | 'out';
type BranchError = 'required' | 'tooShort' | 'target';

const MIN_NAME_LENGTH = 4;
export const MAX_NAME_LENGTH = 60;

let lastKey = 0;
const newKey = () => `option-${++lastKey}`;

/** An option without a target. */
export const emptyOption = {
  name: '',
  greetingMessage: '',
  queueType: 'text',
  closeTicket: false,
  optQueueId: null,
  optUserId: null,
  optIntegrationId: null,
  optFileId: null,
  optFlowId: null,
} as const;
export const newBranch = (): Branch => ({ key: newKey(), id: null, ...emptyOption, options: [] });

export const treeOf = (options: readonly BotOption[]): Branch[] =>
  options.map(({ queueId: _queue, chatbotId: _parent, user: _user, options: below, ...own }) => ({
    key: newKey(),
    ...own,
    options: treeOf(below),
  }));

/** The tree for the API. An option without a name and without content below it is left out. */
export const sendableTree = (tree: readonly Branch[]): BotOptionDraft[] =>
  tree.filter(hasContent).map(({ key: _key, options, ...own }) => ({
    ...own,
    name: own.name.trim(),
    options: sendableTree(options),
  }));

export const isSameTree = (a: readonly Branch[], b: readonly Branch[]): boolean =>
  JSON.stringify(sendableTree(a)) === JSON.stringify(sendableTree(b));

const hasContent = ({ name, options }: Branch): boolean => name.trim() !== '' || options.some(hasContent);

export function branchErrorOf(branch: Branch): BranchError | null {
  const name = branch.name.trim();
  if (name === '') return branch.options.some(hasContent) ? 'required' : null;
  if (name.length < MIN_NAME_LENGTH) return 'tooShort';
  return hasTarget(branch) ? null : 'target';
}

/** Waits for any agent of its own queue: an agent option without a target. */
export const waitsHere = ({ queueType, optQueueId, optUserId }: Branch): boolean =>
  queueType === 'attendent' && optQueueId === null && optUserId === null;

/** The API has flows and integrations under one type. */
export const startsFlow = ({ queueType, optIntegrationId }: Branch): boolean =>
  queueType === 'integration' && optIntegrationId === null;

/** An option that forwards needs its target. */
const hasTarget = (branch: Branch): boolean => {
  const { queueType, optQueueId, optUserId, optFileId, optIntegrationId, optFlowId } = branch;
  return {
    text: true,
    queue: optQueueId !== null,
    attendent: waitsHere(branch) || (optQueueId !== null && optUserId !== null),
    file: optFileId !== null,
    integration: optIntegrationId !== null || optFlowId !== null,
  }[queueType];
};

export const isValidTree = (tree: readonly Branch[]): boolean =>
  tree.every((branch) => branchErrorOf(branch) === null && isValidTree(branch.options));

export const TypedBranch: z.ZodType<Branch, Branch> = z.lazy(() =>
  z.object({
    key: z.string(),
    id: z.number().nullable(),
    name: z.string(),
    greetingMessage: z.string(),
    queueType: z.enum(optionKinds),
    closeTicket: z.boolean(),
    optQueueId: z.number().nullable(),
    optUserId: z.number().nullable(),
    optIntegrationId: z.number().nullable(),
    optFileId: z.number().nullable(),
    optFlowId: z.number().nullable(),
    options: z.array(TypedBranch),
  }),
);

export const changed = (tree: readonly Branch[], key: string, part: Partial<Branch>): Branch[] =>
  rewritten(tree, key, (siblings, at) => siblings.with(at, { ...siblings[at]!, ...part }));

export const without = (tree: readonly Branch[], key: string): Branch[] =>
  rewritten(tree, key, (siblings, at) => siblings.toSpliced(at, 1));

export const withNext = (tree: readonly Branch[], key: string, added: Branch): Branch[] =>
  rewritten(tree, key, (siblings, at) => siblings.toSpliced(at + 1, 0, added));

export const withChild = (tree: readonly Branch[], key: string, added: Branch): Branch[] =>
  rewritten(tree, key, (siblings, at) => {
    const branch = siblings[at]!;
    return siblings.with(at, { ...branch, options: [...branch.options, added] });
  });

/** Moves up, down, into the previous sibling, or out behind its parent. An impossible move returns an unchanged tree. */
export function moved(tree: readonly Branch[], key: string, move: Move): Branch[] {
  if (move === 'out') return movedOut(tree, key);
  const result = rewritten(tree, key, (siblings, at) => {
    const branch = siblings[at]!;
    const before = siblings[at - 1];
    const after = siblings[at + 1];
    if (move === 'up' && before) return siblings.with(at - 1, branch).with(at, before);
    if (move === 'down' && after) return siblings.with(at + 1, branch).with(at, after);
    if (move === 'in' && before)
      return siblings.toSpliced(at - 1, 2, { ...before, options: [...before.options, branch] });
    return [...siblings];
  });
  return depthOf(result) > MAX_OPTION_DEPTH ? [...tree] : result;
}

function movedOut(tree: readonly Branch[], key: string): Branch[] {
  const parent = parentOf(tree, key);
  const branch = findBranch(tree, key);
  return parent && branch ? withNext(without(tree, key), parent.key, branch) : [...tree];
}

/** Dropped on another option, the option takes its position; dropped on its own descendant, nothing changes. */
export function droppedOn(tree: readonly Branch[], key: string, target: string): Branch[] {
  const branch = findBranch(tree, key);
  if (!branch || key === target || findBranch(branch.options, target)) return [...tree];
  const comesFromAbove = positionOf(tree, key) < positionOf(tree, target);
  const isSibling = parentOf(tree, key)?.key === parentOf(tree, target)?.key;
  const result = rewritten(without(tree, key), target, (siblings, at) =>
    siblings.toSpliced(isSibling && comesFromAbove ? at + 1 : at, 0, branch),
  );
  return depthOf(result) > MAX_OPTION_DEPTH ? [...tree] : result;
}

export function findBranch(tree: readonly Branch[], key: string): Branch | undefined {
  for (const branch of tree) {
    const hit = branch.key === key ? branch : findBranch(branch.options, key);
    if (hit) return hit;
  }
  return undefined;
}

const parentOf = (tree: readonly Branch[], key: string): Branch | undefined =>
  flat(tree).find((branch) => branch.options.some((below) => below.key === key));
const positionOf = (tree: readonly Branch[], key: string): number =>
  flat(tree).findIndex((branch) => branch.key === key);
const flat = (tree: readonly Branch[]): Branch[] => tree.flatMap((branch) => [branch, ...flat(branch.options)]);

export const countOf = (tree: readonly Branch[]): number => flat(tree).length;
const depthOf = (tree: readonly Branch[]): number =>
  tree.length === 0 ? 0 : 1 + Math.max(...tree.map((branch) => depthOf(branch.options)));

export const canAdd = (tree: readonly Branch[]): boolean => countOf(tree) < MAX_OPTIONS;
export const canNest = (depth: number): boolean => depth < MAX_OPTION_DEPTH;

/** Replaces the list that contains this option. */
function rewritten(
  tree: readonly Branch[],
  key: string,
  rewrite: (siblings: readonly Branch[], at: number) => Branch[],
): Branch[] {
  const at = tree.findIndex((branch) => branch.key === key);
  if (at >= 0) return rewrite(tree, at);
  return tree.map((branch) => ({ ...branch, options: rewritten(branch.options, key, rewrite) }));
}
