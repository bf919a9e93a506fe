/** What the form of a node gets. Every type of node has one; see `forms.ts`. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import type { FlowSettings, NodeData, NodeType } from '@balcao/domain/flow/document';

export type FileKind = 'image' | 'audio' | 'video';
/** Chosen files that are uploaded when the panel is saved, by the field they belong to. */
export type PendingFiles = ReadonlyMap<string, File>;

/** Typed keys of services, by the reference that stands for them until the panel is saved. */
export interface TypedKeys {
  typed: ReadonlyMap<string, string>;
  type: (ref: string, key: string) => void;
}

export interface FormProps<Type extends NodeType> {
  data: NodeData[Type];
  set: (change: Partial<NodeData[Type]>) => void;
  /** The error of each field, by its path in `data`. */
  errors: ReadonlyMap<string, string>;
  references: FlowReferences | undefined;
  /** Names of the variables that other nodes set. */
  flowVariables: readonly string[];
  settings: FlowSettings;
  setSettings: (change: Partial<FlowSettings>) => void;
  pending: PendingFiles;
  choose: (field: string, file: File | null) => void;
  keys: TypedKeys;
}

export const optionsOf = (rows: readonly { id: number; name: string }[] | undefined) =>
  rows?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
