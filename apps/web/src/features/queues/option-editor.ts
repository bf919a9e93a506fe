/** Context of the option tree: state and commands for all levels. */
import { createContext, useContext } from 'react';
import type { Option } from '../../ui/index.ts';
import type { Branch } from './option-tree.ts';

export interface Colleague {
  id: number;
  name: string;
  queueIds: readonly number[];
}

export interface OptionEditor {
  tree: readonly Branch[];
  change: (tree: Branch[]) => void;
  isOpen: (key: string) => boolean;
  toggle: (key: string) => void;
  /** Adds an option there, expands it and focuses its name. */
  add: (position: { after: string } | { inside: string } | 'end') => void;
  remove: (branch: Branch) => void;
  /** The option whose name gets the focus. */
  focusKey: string | null;
  /** The user has tried to save: errors are shown. */
  checked: boolean;
  /** The queue of the options; undefined while it is new. */
  queueId: number | undefined;
  queues: readonly Option<number>[];
  colleagues: readonly Colleague[];
  /** Null if the plan has no file lists. */
  fileLists: readonly Option<number>[] | null;
  /** Null if the plan has no flows. */
  flows: readonly Option<number>[] | null;
  /** Empty if the plan has no integrations. */
  integrations: readonly Option<number>[];
}

export const OptionEditorContext = createContext<OptionEditor | null>(null);

export function useOptionEditor(): OptionEditor {
  const editor = useContext(OptionEditorContext);
  if (!editor) throw new Error('A branch of the option tree stands outside of it');
  return editor;
}
