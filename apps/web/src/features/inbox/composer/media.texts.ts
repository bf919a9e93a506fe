import { texts } from '../../../lib/texts.ts';

/** Texts of the parts loaded at first use: recorder, camera, emoji, contact. */
export const mediaTexts = texts({
  recording: { pt: 'Gravando', en: 'Recording', es: 'Grabando' },
  paused: { pt: 'Gravação pausada', en: 'Recording paused', es: 'Grabación en pausa' },
  discard: { pt: 'Descartar gravação', en: 'Discard recording', es: 'Descartar grabación' },
  pause: { pt: 'Pausar', en: 'Pause', es: 'Pausar' },
  resume: { pt: 'Continuar gravando', en: 'Continue recording', es: 'Seguir grabando' },
  sendAudio: { pt: 'Enviar áudio', en: 'Send audio', es: 'Enviar audio' },
  sending: { pt: 'Enviando…', en: 'Sending…', es: 'Enviando…' },
  tooShort: {
    pt: 'Gravação curta demais, nada foi enviado.',
    en: 'The recording was too short, nothing was sent.',
    es: 'La grabación fue muy corta, no se envió nada.',
  },
  micDenied: {
    pt: 'Sem acesso ao microfone. Libere o microfone para este site no navegador e tente de novo.',
    en: 'No access to the microphone. Allow it for this site in the browser and try again.',
    es: 'Sin acceso al micrófono. Permítelo para este sitio en el navegador e inténtalo de nuevo.',
  },
  micMissing: {
    pt: 'Este navegador não consegue gravar áudio aqui.',
    en: 'This browser cannot record audio here.',
    es: 'Este navegador no puede grabar audio aquí.',
  },

  camera: { pt: 'Câmera', en: 'Camera', es: 'Cámara' },
  take: { pt: 'Tirar foto', en: 'Take photo', es: 'Tomar foto' },
  retake: { pt: 'Tirar outra', en: 'Take another', es: 'Tomar otra' },
  use: { pt: 'Usar foto', en: 'Use photo', es: 'Usar foto' },
  taken: { pt: 'Foto tirada', en: 'Photo taken', es: 'Foto tomada' },
  cameraDenied: {
    pt: 'Sem acesso à câmera. Libere a câmera para este site no navegador e tente de novo.',
    en: 'No access to the camera. Allow it for this site in the browser and try again.',
    es: 'Sin acceso a la cámara. Permítela para este sitio en el navegador e inténtalo de nuevo.',
  },

  searchEmoji: { pt: 'Buscar emoji', en: 'Search emoji', es: 'Buscar emoji' },
  recent: { pt: 'Usados há pouco', en: 'Recently used', es: 'Usados hace poco' },
  noEmoji: { pt: 'Nenhum emoji com “{typed}”', en: 'No emoji with “{typed}”', es: 'Ningún emoji con “{typed}”' },
  emojiFailed: {
    pt: 'Os emojis não carregaram.',
    en: 'The emoji did not load.',
    es: 'Los emojis no cargaron.',
  },
  smileys: { pt: 'Carinhas', en: 'Smileys', es: 'Caritas' },
  people: { pt: 'Pessoas', en: 'People', es: 'Personas' },
  animals: { pt: 'Animais e natureza', en: 'Animals and nature', es: 'Animales y naturaleza' },
  food: { pt: 'Comidas e bebidas', en: 'Food and drink', es: 'Comidas y bebidas' },
  travel: { pt: 'Viagens e lugares', en: 'Travel and places', es: 'Viajes y lugares' },
  activities: { pt: 'Atividades', en: 'Activities', es: 'Actividades' },
  objects: { pt: 'Objetos', en: 'Objects', es: 'Objetos' },
  symbols: { pt: 'Símbolos', en: 'Symbols', es: 'Símbolos' },
  flags: { pt: 'Bandeiras', en: 'Flags', es: 'Banderas' },
  groups: { pt: 'Grupos de emojis', en: 'Emoji groups', es: 'Grupos de emojis' },

  contactTitle: { pt: 'Enviar contato', en: 'Send a contact', es: 'Enviar contacto' },
  contactSearch: { pt: 'Nome ou número', en: 'Name or number', es: 'Nombre o número' },
  contactHint: {
    pt: 'Digite ao menos 3 letras',
    en: 'Type at least 3 letters',
    es: 'Escribe al menos 3 letras',
  },
  contactNone: {
    pt: 'Nenhum contato com “{typed}”',
    en: 'No contact with “{typed}”',
    es: 'Ningún contacto con “{typed}”',
  },
});
