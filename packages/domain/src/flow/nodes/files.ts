import { goOn, next, type NodeKind } from './node-kind.ts';

/** Sends the files of a file list. */
export const files: NodeKind<'files'> = {
  defaults: () => ({ fileListId: null }),
  ports: () => [next],
  inspect: ({ fileListId }, inspector) => inspector.reference('fileLists', 'fileListId', fileListId),
  enter({ fileListId }, scene) {
    const { references, channel } = scene.facts;
    if (fileListId === null || !references.fileLists.has(fileListId)) scene.skip('fileListMissing');
    else if (!channel.sends.media) scene.skip('notSupported');
    else scene.send({ type: 'fileList', fileListId });
    return goOn;
  },
};
