import { MAX_IMPORT_NOTES, type FlowImported } from '@balcao/contract/endpoints/flows';
import { flowDoc } from '@balcao/contract/flow/document';
import { MAX_EDGES, MAX_NODES } from '@balcao/domain/flow/bounds';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { parseWireFlow } from '@balcao/domain/flow/wire/parse';
import { fold } from '@balcao/domain/text/fold';
import type { Actor } from '@balcao/domain/policy/actor';
import { z } from 'zod';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import { HEAD_BYTES } from '../../infrastructure/media/sniff.ts';
import { readFlowArchive, type FlowArchive } from './flow-archive.ts';
import { EXPORT_FORMAT } from './flow-export.ts';
import type { FlowFiles, PutFile } from './flow-files.ts';
import { mapReferences, removedBy, type NamedKind, type ReferenceNames } from './flow-mapping.ts';
import type { FlowReferenceLoader, LoadedReferences } from './flow-references.ts';
import { refuseTakenName, type Flows } from './flows.ts';

export interface FlowImportDeps {
  db: Db;
  references: FlowReferenceLoader;
  files: FlowFiles;
  flows: Flows;
}
type Note = FlowImported['report']['notes'][number];
/** A readable flow before its references and files are those of this company. */
interface ForeignFlow {
  name: string;
  doc: FlowDoc;
  names: Partial<ReferenceNames>;
  notes: Note[];
}

/** Adds a flow from a file of this product or of one with the same API. Ids, keys and files of others are never taken over. */
export function createFlowImport({ db, references, files, flows }: FlowImportDeps) {
  /** Stores the media files that nodes name; files of another kind are left out. */
  async function putFiles(companyId: number, { doc }: ForeignFlow, media: FlowArchive['media']) {
    const stored = new Map<string, PutFile>();
    for (const file of filesOf(doc)) {
      const bytes = media.get(file.name) ?? media.get(file.original);
      if (!bytes || stored.has(file.name)) continue;
      const type = files.typeOf(bytes.subarray(0, HEAD_BYTES), file.original, bytes.length);
      if (type)
        stored.set(file.name, await files.put(companyId, bytes, { fileName: file.original || file.name, ...type }));
    }
    return stored;
  }

  return {
    async run(actor: Actor, file: SentFile | undefined, name: string) {
      if (!file || file.bytes === 0) return refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      const archive = await readFlowArchive(file);
      const foreign = read(archive.content);
      const stored = await putFiles(actor.companyId, foreign, archive.media);
      return db
        .inCompany(actor.companyId, async (tx) => {
          const { doc, notes } = adopt(foreign, await references.load(tx), stored);
          await files.inTx.insert(tx, actor, [...stored.values()]);
          const wanted = (name.trim() || foreign.name || baseName(file.fileName)).slice(0, MAX_NAME_LENGTH).trim();
          const free = await flows.inTx.freeName(tx, wanted.length < MIN_NAME_LENGTH ? 'Import' : wanted, '');
          const id = await flows.inTx.insert(tx, actor, free, doc);
          await audit(tx, {
            userId: actor.userId,
            action: 'flow.imported',
            subject: `flow ${id}`,
            data: { name: free, nodes: doc.nodes.length },
          });
          const all = [...foreign.notes, ...notes];
          return {
            flow: { id, name: free, isActive: true },
            report: {
              nodes: doc.nodes.length,
              edges: doc.edges.length,
              files: stored.size,
              notes: all.slice(0, MAX_IMPORT_NOTES),
            },
          };
        })
        .catch(refuseTakenName);
    },
  };
}
export type FlowImport = ReturnType<typeof createFlowImport>;

const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 50;
const baseName = (fileName: string): string => fileName.replace(/\.[^.]*$/, '');
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The flow in an archive of this product, or `{nodes, connections}`, alone or as `flow` of `{id, name, flow}`. */
function read(content: unknown): ForeignFlow {
  if (!isObject(content)) return refuse('ERR_FLOW_IMPORT_UNREADABLE');
  const name = textOf(content['name']);
  if (content['format'] === EXPORT_FORMAT) {
    const doc = flowDoc.safeParse(content['doc']);
    if (!doc.success) return refuse('ERR_FLOW_IMPORT_UNREADABLE');
    return { name, doc: doc.data, names: namesOf(content['names']), notes: removedNotes.parse(content['removed']) };
  }
  const flow = typeof content['flow'] === 'string' ? parsed(content['flow']) : (content['flow'] ?? content);
  if (!isObject(flow) || !Array.isArray(flow['nodes'])) return refuse('ERR_FLOW_IMPORT_UNREADABLE');
  const edgeCount = Array.isArray(flow['connections']) ? flow['connections'].length : 0;
  if (flow['nodes'].length > MAX_NODES || edgeCount > MAX_EDGES) refuse('ERR_FLOW_IMPORT_TOO_LARGE');
  const { doc, report } = parseWireFlow({ nodes: flow['nodes'], connections: flow['connections'] });
  // The bounds and the structure of a document hold for every source.
  const checked = flowDoc.safeParse(doc);
  if (!checked.success) return refuse('ERR_FLOW_IMPORT_UNREADABLE');
  return { name, doc: checked.data, names: {}, notes: report };
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse('ERR_FLOW_IMPORT_UNREADABLE');
  }
}
/** What the export removed. Older exports do not say it. */
const removedNotes = z
  .array(z.object({ kind: z.enum(['keyRemoved', 'unknownReference']), nodeId: z.string(), subject: z.string() }))
  .catch([]);
const namesOf = (value: unknown): Partial<ReferenceNames> => (isObject(value) ? value : {});
const filesOf = (doc: FlowDoc) =>
  doc.nodes.flatMap((node) => {
    if (node.type === 'img' || node.type === 'audio' || node.type === 'video') return [node.data.file];
    return node.type === 'singleBlock'
      ? node.data.blocks.flatMap((block) => ('file' in block ? [block.file] : []))
      : [];
  });

/** Replaces what the document refers to by what this company has under the same name. */
function adopt({ doc, names }: ForeignFlow, { rows }: LoadedReferences, stored: ReadonlyMap<string, PutFile>) {
  const notes: Note[] = removedBy(doc, () => undefined);
  const idOf = (kind: NamedKind, id: number, nodeId: string | null): number | null => {
    const name = textOf(names[kind]?.[String(id)]);
    const own = name === '' ? undefined : rows[kind].find((row) => fold(row.name) === fold(name));
    notes.push({ kind: own ? 'mapped' : 'unknownReference', nodeId, subject: name || `${kind} ${id}` });
    return own?.id ?? null;
  };
  const adopted = mapReferences(doc, idOf, (file, nodeId) => {
    if (file.name === '') return file;
    const own = stored.get(file.name);
    if (!own) notes.push({ kind: 'missingFile', nodeId, subject: file.original || file.name });
    return own ? { name: own.name, original: own.original } : { name: '', original: '' };
  });
  return { doc: adopted, notes };
}
