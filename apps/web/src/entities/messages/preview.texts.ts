import { texts } from '../../lib/texts.ts';

/** Content kinds of messages without text, by the keys of `previewLabels`. */
export const previewTexts = texts({
  image: { pt: 'Foto', en: 'Photo', es: 'Foto' },
  audio: { pt: 'Áudio', en: 'Audio', es: 'Audio' },
  video: { pt: 'Vídeo', en: 'Video', es: 'Video' },
  document: { pt: 'Documento', en: 'Document', es: 'Documento' },
  sticker: { pt: 'Figurinha', en: 'Sticker', es: 'Sticker' },
  location: { pt: 'Localização', en: 'Location', es: 'Ubicación' },
  contacts: { pt: 'Contato', en: 'Contact', es: 'Contacto' },
  call: { pt: 'Chamada', en: 'Call', es: 'Llamada' },
  buttons: { pt: 'Opções', en: 'Options', es: 'Opciones' },
  template: { pt: 'Modelo', en: 'Template', es: 'Plantilla' },
  form: { pt: 'Formulário', en: 'Form', es: 'Formulario' },
  order: { pt: 'Pedido', en: 'Order', es: 'Pedido' },
  story: { pt: 'Story', en: 'Story', es: 'Historia' },
  unsupported: {
    pt: 'Mensagem não suportada',
    en: 'Unsupported message',
    es: 'Mensaje no compatible',
  },
  share: { pt: 'Publicação', en: 'Post', es: 'Publicación' },
});
