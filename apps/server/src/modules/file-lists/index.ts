export { createFileLists, typeOf as typeOfFile, type FileLists, type ListedFile } from './file-lists.ts';
export { fileListRoutes } from './file-lists.routes.ts';
export { presentFileListBrief } from './file-lists.wire.ts';
