import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { FileLists } from './file-lists.ts';
import { parseFileList, presentFileList, presentFileListBrief } from './file-lists.wire.ts';

export const fileListRoutes = (fileLists: FileLists, sign: (key: string) => string) =>
  handle(
    'fileLists',
    endpoints.fileLists,
    {
      list: async ({ actor, query }) => {
        const { rows, ...page } = await fileLists.list(actor, { search: query.searchParam, page: query.pageNumber });
        return { files: rows.map(presentFileListBrief), ...page };
      },
      pick: async ({ actor }) => (await fileLists.pick(actor)).map(presentFileListBrief),
      show: async ({ actor, params }) => presentFileList(await fileLists.get(actor, params.id), sign),
      create: async ({ actor, body }) => presentFileList(await fileLists.create(actor, parseFileList(body)), sign),
      update: async ({ actor, params, body }) =>
        presentFileList(await fileLists.update(actor, params.id, parseFileList(body)), sign),
      remove: async ({ actor, params }) => {
        await fileLists.remove(actor, params.id);
        return { message: 'File list deleted' };
      },
      upload: async ({ actor, params, files }) => {
        await fileLists.upload(actor, params.id, files);
        return { mensagem: 'Arquivos Anexados' };
      },
    },
    { upload: ({ actor, params }) => fileLists.admitUpload(actor, params.id) },
  );
