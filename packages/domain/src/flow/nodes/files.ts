import { goOn, next, type NodeKind } from './node-kind.ts';

/** Sends the files of a file list. */
export const files: NodeKind<'files'> = {
  defaults: () => ({ fileListId: null }),
  ports: () => [next],
  inspect: ({ fileListId }, inspector) => inspector.reference('fileLists', 'fileListId', fileListId),
  enter({ fileListId }, context) {
    const { references, channel } = context.facts;
    if (fileListId === null || !references.fileLists.has(fileListId)) context.skip('fileListMissing');
    else if (!channel.sends.media) context.skip('notSupported');
    else context.send({ type: 'fileList', fileListId });
    return goOn;
  },
};
