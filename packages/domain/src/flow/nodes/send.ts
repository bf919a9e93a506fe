import { fillTemplate } from '../../message/template.ts';
import type { FlowFile, TemplateChoice } from '../document.ts';
import type { Scene } from './node-kind.ts';

export function sendText(scene: Scene, text: string): void {
  const filled = scene.fillIn(text);
  if (filled.trim() !== '') scene.send({ type: 'text', text: filled });
}

type Media =
  | { type: 'image' | 'video'; file: FlowFile; caption: string }
  | { type: 'audio'; file: FlowFile; record: boolean };
/** A missing file is left out. A channel without files gets the caption. */
export function sendMedia(scene: Scene, media: Media): void {
  const { references, channel } = scene.facts;
  const caption = media.type === 'audio' ? '' : media.caption;
  if (!references.files.has(media.file.name)) scene.skip('fileMissing');
  else if (!channel.sends.media) scene.skip(caption.trim() === '' ? 'notSupported' : 'textInstead');
  else {
    if (media.type === 'audio') scene.send({ type: 'audio', file: media.file, isVoice: media.record });
    else scene.send({ type: media.type, file: media.file, caption: scene.fillIn(caption) });
    return;
  }
  sendText(scene, caption);
}

/** Whether anything was sent. Channels without templates get the text of the template. */
export function sendTemplate(scene: Scene, { templateId, values }: TemplateChoice): boolean {
  const { references, channel } = scene.facts;
  const template = templateId === null ? undefined : scene.facts.template(templateId);
  if (templateId === null || !template || !references.templates.has(templateId)) {
    scene.skip('templateMissing');
    return false;
  }
  const filled = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, scene.fillIn(value)]));
  const { text, missing } = fillTemplate(template, filled);
  // Channels refuse a template with an empty placeholder; a variable may be empty for this customer.
  if (missing.length > 0) {
    scene.skip('valueMissing');
    return false;
  }
  if (channel.sends.template) {
    scene.send({ type: 'template', templateId, values: filled });
    return true;
  }
  scene.skip('textInstead');
  // The values were inserted already and must not be searched again.
  if (text.trim() !== '') scene.send({ type: 'text', text });
  return true;
}
