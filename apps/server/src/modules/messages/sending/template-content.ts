import { fillTemplate, headerFileOf, type FilledTemplate, type TemplateText } from '@balcao/domain/message/template';
import type { StoredMedia } from '../../../channels/port.ts';
import type { OutgoingContent } from '../content.ts';

/** A template and the values of its placeholders, in which message variables are not filled in yet. */
export interface ChosenTemplate {
  template: TemplateText & { name: string; language: string };
  values: Readonly<Record<string, string>>;
}

/** The content to send and the text for the thread. With `filled.missing` it must not be sent. */
export function templateContent(
  { name, language, ...text }: ChosenTemplate['template'],
  values: Readonly<Record<string, string>>,
  headerMedia?: StoredMedia,
): { content: OutgoingContent; filled: FilledTemplate } {
  const filled = fillTemplate(text, values);
  const { header, body, buttons, title, footer } = filled;
  const file = headerMedia && headerFileOf(text);
  return {
    filled,
    content: {
      kind: 'template',
      template: {
        name,
        language,
        text: filled.text,
        ...(title !== '' && { title }),
        ...(footer !== '' && { footer }),
        ...(file && { file }),
        ...(header.length > 0 && { header }),
        ...(body.length > 0 && { body }),
        ...(buttons.length > 0 && { buttons }),
      },
      ...(file && { image: headerMedia }),
    },
  };
}
