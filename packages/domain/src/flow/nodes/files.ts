import { goOn, next, type NodeKind } from './node-kind.ts';

/** Sends the files of a file list; their captions where the channel has no files. */
export const files: NodeKind<'files'> = {
  defaults: () => ({ fileListId: null }),
  ports: () => [next],
  inspect: ({ fileListId }, inspector) => inspector.reference('fileLists', 'fileListId', fileListId),
  enter({ fileListId }, context) {
    const { references, channel } = context.facts;
    if (fileListId === null || !references.fileLists.has(fileListId)) context.skip('fileListMissing');
    else if (channel.sends.media) context.send({ type: 'fileList', fileListId });
    else {
      context.skip('textInstead');
      context.send({ type: 'fileList', fileListId, isTextOnly: true });
    }
    return goOn;
  },
};
