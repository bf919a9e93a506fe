import { fillTemplate, headerFileOf, type FilledTemplate, type TemplateText } from '@balcao/domain/message/template';
import type { StoredMedia } from '../../../channels/port.ts';
import type { OutgoingContent } from '../content.ts';

/** A template with what stands in its gaps, before the variables of messages are filled in. */
export interface ChosenTemplate {
  template: TemplateText & { name: string; language: string };
  values: Readonly<Record<string, string>>;
}

/** As it leaves, and as our own people read it. With anything missing it must not leave. */
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
