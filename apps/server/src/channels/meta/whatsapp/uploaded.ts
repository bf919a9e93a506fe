/** An uploaded file with its id on the channel. */
export interface Uploaded {
  id: string;
  mime: string;
  fileName: string;
  bytes: number;
}
