import { goOn, next, type NodeKind } from './node-kind.ts';
import { sendMedia } from './send.ts';

const noFile = () => ({ name: '', original: '' });

/** Sends one picture or one video with its caption. */
const captioned = <Type extends 'img' | 'video'>(type: 'image' | 'video'): NodeKind<Type> => ({
  defaults: () => ({ file: noFile(), caption: '' }),
  ports: () => [next],
  inspect: ({ file }, inspector) => inspector.file('file', file),
  texts: ({ caption }) => [caption],
  enter({ file, caption }, context) {
    sendMedia(context, { type, file, caption });
    return goOn;
  },
});
export const img: NodeKind<'img'> = captioned<'img'>('image');
export const video: NodeKind<'video'> = captioned<'video'>('video');

/** Sends one audio, as a file or as a voice message. */
export const audio: NodeKind<'audio'> = {
  defaults: () => ({ file: noFile(), record: true }),
  ports: () => [next],
  inspect: ({ file }, inspector) => inspector.file('file', file),
  enter({ file, record }, context) {
    sendMedia(context, { type: 'audio', file, record });
    return goOn;
  },
};
