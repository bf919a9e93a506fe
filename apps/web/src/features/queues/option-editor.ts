/** What every branch of the option tree needs while it is edited, handed down without passing through each level. */
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
  /** Puts a new branch there, opens it and gives its name the cursor. */
  add: (position: { after: string } | { inside: string } | 'end') => void;
  remove: (branch: Branch) => void;
  /** The branch whose name waits for the cursor. */
  focusKey: string | null;
  /** Somebody tried to save: faults are shown. */
  checked: boolean;
  queues: readonly Option<number>[];
  colleagues: readonly Colleague[];
  /** None offered where the plan has no file lists. */
  fileLists: readonly Option<number>[] | null;
}

export const OptionEditorContext = createContext<OptionEditor | null>(null);

export function useOptionEditor(): OptionEditor {
  const editor = useContext(OptionEditorContext);
  if (!editor) throw new Error('A branch of the option tree stands outside of it');
  return editor;
}
