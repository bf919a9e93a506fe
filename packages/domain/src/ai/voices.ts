/** Voices of a prompt: `texto` writes; the others are the Brazilian Portuguese neural voices of the speech service. */
export const voices = [
  'texto',
  'pt-BR-FranciscaNeural',
  'pt-BR-AntonioNeural',
  'pt-BR-BrendaNeural',
  'pt-BR-DonatoNeural',
  'pt-BR-ElzaNeural',
  'pt-BR-FabioNeural',
  'pt-BR-GiovannaNeural',
  'pt-BR-HumbertoNeural',
  'pt-BR-JulioNeural',
  'pt-BR-LeilaNeural',
  'pt-BR-LeticiaNeural',
  'pt-BR-ManuelaNeural',
  'pt-BR-NicolauNeural',
  'pt-BR-ValerioNeural',
  'pt-BR-YaraNeural',
] as const;
export type VoiceChoice = (typeof voices)[number];
/** A voice that speaks. */
export type Voice = Exclude<VoiceChoice, 'texto'>;

export const isVoice = (name: string): name is Voice => name !== 'texto' && voices.some((voice) => voice === name);

/** A region of the speech service becomes a part of its host name. */
export const isVoiceRegion = (region: string): boolean => /^[a-z]{3,20}\d?$/.test(region);
