import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FlowDoc } from '@balcao/domain/flow/document';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { referencesOf } from './flow-documents.ts';
import type { FlowDrafts } from './flow-drafts.ts';
import { mapReferences, namedKinds, removedBy, type ReferenceNames, type RemovedNote } from './flow-mapping.ts';
import type { FlowReferenceLoader } from './flow-references.ts';

export interface FlowExportDeps {
  db: Db;
  storage: Storage;
  references: FlowReferenceLoader;
  drafts: FlowDrafts;
}
export const EXPORT_FORMAT = 'balcao-flow';
/** The file `flow.json` of an exported archive; uploads are in `media/`. */
export interface ExportedFlow {
  format: typeof EXPORT_FORMAT;
  name: string;
  doc: FlowDoc;
  /** Names of what the nodes refer to: another company has the same things under other ids. */
  names: ReferenceNames;
  /** For the report of the import: `doc` no longer has them. */
  removed: RemovedNote[];
  files: { name: string; original: string }[];
}

/** Writes a draft and its files into a zip archive. Keys are never part of it. */
export function createFlowExport({ db, storage, references, drafts }: FlowExportDeps) {
  return {
    async run(actor: Actor, flowId: number): Promise<{ key: string; fileName: string }> {
      const { open, rows } = await db.readCompany(actor.companyId, async (tx) => ({
        open: await drafts.inTx.open(tx, flowId),
        rows: (await references.load(tx)).rows,
      }));
      const used = referencesOf(open.draft.doc);
      const names = Object.fromEntries(
        namedKinds.map((kind) => [
          kind,
          Object.fromEntries(rows[kind].filter(({ id }) => used[kind].includes(id)).map(({ id, name }) => [id, name])),
        ]),
      ) as ReferenceNames;
      const exported: ExportedFlow = {
        format: EXPORT_FORMAT,
        name: open.flow.name,
        doc: mapReferences(open.draft.doc, (_, id) => id),
        names,
        removed: removedBy(open.draft.doc, (kind, id) => rows[kind].find((row) => row.id === id)?.name),
        files: open.files.map(({ name, originalName }) => ({ name, original: originalName })),
      };
      const zip = new ZipFile();
      const out = zip.outputStream as Readable;
      zip.on('error', (error: Error) => out.destroy(error));
      zip.addBuffer(Buffer.from(JSON.stringify(exported, null, 2)), 'flow.json');
      for (const { name, storageKey } of open.files)
        zip.addReadStreamLazy(`media/${name}`, { compress: false }, (done) => {
          storage.open(storageKey).then(
            // A file missing in the storage becomes an empty file with its name.
            (file) => done(null, file?.stream ?? Readable.from([])),
            (error: Error) => done(error, Readable.from([])),
          );
        });
      zip.end();
      const stored = await storage.put(out, { companyId: actor.companyId, kind: 'media' });
      const fileName = `${open.flow.name.replaceAll(/[^\p{L}\p{N}_ -]+/gu, '_')}.zip`;
      // Nothing refers to it: the sweep of unused files removes it after a day.
      await db.inCompany(actor.companyId, (tx) =>
        fileStore.insert(tx, {
          ...stored,
          purpose: 'media',
          mime: 'application/zip',
          name: fileName,
          createdBy: actor.userId,
        }),
      );
      return { key: stored.key, fileName };
    },
  };
}
export type FlowExport = ReturnType<typeof createFlowExport>;
