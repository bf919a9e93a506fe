/**
 * Previews of messages without text, by content kind. The API fixes `lastMessage` as an icon and a Portuguese word, and
 * a ticket carries no kind of its last message, so these texts are stored as they are. The web recognizes them with
 * `previewKindOf` and shows the kind in the reader's language.
 */
export const previewLabels = {
  image: '📷 Foto',
  audio: '🎤 Áudio',
  video: '🎥 Vídeo',
  document: '📄 Documento',
  sticker: '🏷️ Figurinha',
  location: '📍 Localização',
  contacts: '👤 Contato',
  call: '📞 Chamada',
  buttons: '🔘 Opções',
  template: '📄 Modelo',
  form: '📝 Formulário',
  order: '🛒 Pedido',
  story: '📖 Story',
  share: '🔗 Compartilhamento',
} as const;
export type PreviewKind = keyof typeof previewLabels;

const kindsByLabel = new Map(Object.entries(previewLabels).map(([kind, label]) => [label as string, kind]));

/** The kind of a stored preview; undefined for the text of a message. */
export const previewKindOf = (preview: string): PreviewKind | undefined =>
  kindsByLabel.get(preview.trim()) as PreviewKind | undefined;
