/** What every branch of the option tree needs while it is edited, handed down without passing through each level. */
import { createContext, useContext } from 'react';
import type { Option } from '../../ui/index.ts';
import type { Branch } from './option-tree.ts';

export interface Colleague {
  id: number;
  name: string;
  queueIds: readonly number[];
}

export interface OptionEditing {
  tree: readonly Branch[];
  change: (tree: Branch[]) => void;
  isOpen: (key: string) => boolean;
  toggle: (key: string) => void;
  /** Puts a new branch there, opens it and gives its name the cursor. */
  add: (place: { after: string } | { inside: string } | 'end') => void;
  remove: (branch: Branch) => void;
  /** The branch whose name waits for the cursor. */
  fresh: string | null;
  /** Somebody tried to save: faults are shown. */
  checked: boolean;
  queues: readonly Option<number>[];
  colleagues: readonly Colleague[];
  /** None offered where the plan has no file lists. */
  fileLists: readonly Option<number>[] | null;
}

export const Editing = createContext<OptionEditing | null>(null);

export function useEditing(): OptionEditing {
  const editing = useContext(Editing);
  if (!editing) throw new Error('A branch of the option tree stands outside of it');
  return editing;
}
