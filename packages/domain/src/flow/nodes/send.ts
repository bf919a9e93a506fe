import { fillTemplate } from '../../message/template.ts';
import type { FlowFile, TemplateChoice } from '../document.ts';
import type { NodeContext } from './node-kind.ts';

export function sendText(context: NodeContext, text: string): void {
  const filled = context.fillIn(text);
  if (filled.trim() !== '') context.send({ type: 'text', text: filled });
}

type Media =
  | { type: 'image' | 'video'; file: FlowFile; caption: string }
  | { type: 'audio'; file: FlowFile; record: boolean };
/** A missing file is left out. A channel without files gets the caption. */
export function sendMedia(context: NodeContext, media: Media): void {
  const { references, channel } = context.facts;
  const caption = media.type === 'audio' ? '' : media.caption;
  if (!references.files.has(media.file.name)) context.skip('fileMissing');
  else if (!channel.sends.media) context.skip(caption.trim() === '' ? 'notSupported' : 'textInstead');
  else {
    if (media.type === 'audio') context.send({ type: 'audio', file: media.file, isVoice: media.record });
    else context.send({ type: media.type, file: media.file, caption: context.fillIn(caption) });
    return;
  }
  sendText(context, caption);
}

/** Whether anything was sent. Channels without templates get the text of the template. */
export function sendTemplate(context: NodeContext, { templateId, values }: TemplateChoice): boolean {
  const { references, channel } = context.facts;
  const template = templateId === null ? undefined : context.facts.template(templateId);
  if (templateId === null || !template || !references.templates.has(templateId)) {
    context.skip('templateMissing');
    return false;
  }
  const filled = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, context.fillIn(value)]));
  const { text, missing } = fillTemplate(template, filled);
  // Channels refuse a template with an empty placeholder; a variable may be empty for this customer.
  if (missing.length > 0) {
    context.skip('valueMissing');
    return false;
  }
  if (channel.sends.template) {
    context.send({ type: 'template', templateId, values: filled });
    return true;
  }
  context.skip('textInstead');
  // The values were inserted already and must not be searched again.
  if (text.trim() !== '') context.send({ type: 'text', text });
  return true;
}
