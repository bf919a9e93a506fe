import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import type { FileLists } from './file-lists.ts';
import { readFileList, showFileList, showFileListBrief } from './file-lists.wire.ts';

export const fileListRoutes = (fileLists: FileLists, sign: (key: string) => string) =>
  handle('fileLists', endpoints.fileLists, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await fileLists.list(actor, { search: query.searchParam, page: query.pageNumber });
      return { files: rows.map(showFileListBrief), ...page };
    },
    pick: async ({ actor }) => (await fileLists.pick(actor)).map(showFileListBrief),
    show: async ({ actor, params }) => showFileList(await fileLists.show(actor, params.id), sign),
    create: async ({ actor, body }) => showFileList(await fileLists.create(actor, readFileList(body)), sign),
    update: async ({ actor, params, body }) =>
      showFileList(await fileLists.update(actor, params.id, readFileList(body)), sign),
    remove: async ({ actor, params }) => {
      await fileLists.remove(actor, params.id);
      return { message: 'File list deleted' };
    },
    upload: async ({ actor, params, files }) => {
      await fileLists.upload(actor, params.id, files);
      return { mensagem: 'Arquivos Anexados' };
    },
  });
