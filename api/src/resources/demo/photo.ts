import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Storage } from "../../platform/storage/storage.ts";
import { JOURNAL_FILES } from "../journals/files.ts";

/** A drawn picture of a foil kite above the sea at low sun, as the photo of an entry. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="0 0 1600 1067">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f5d8a"/><stop offset=".55" stop-color="#b9cfdc"/><stop offset="1" stop-color="#f3dcb4"/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6f97a8"/><stop offset="1" stop-color="#123a4f"/></linearGradient>
<linearGradient id="kite" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#d8452f"/><stop offset=".5" stop-color="#f5f1e6"/><stop offset="1" stop-color="#1c2b39"/></linearGradient>
</defs>
<rect width="1600" height="700" fill="url(#sky)"/>
<circle cx="1240" cy="585" r="62" fill="#fff3d0"/>
<path d="M0 640 Q180 560 420 610 T860 630 T1230 655 L1230 700 L0 700Z" fill="#4c6674"/>
<rect y="690" width="1600" height="377" fill="url(#sea)"/>
<g stroke="#dfeaea" stroke-opacity=".35" stroke-width="5" stroke-linecap="round" fill="none">
<path d="M90 770 q60 -14 120 0 M360 830 q80 -18 160 0 M980 800 q70 -16 140 0 M1230 880 q90 -20 180 0 M160 950 q100 -22 200 0 M700 990 q110 -24 220 0 M1180 745 q40 -8 80 0 M560 740 q36 -8 72 0"/></g>
<path d="M1180 690 L1300 690 L1330 1067 L1120 1067Z" fill="#fff3d0" opacity=".22"/>
<path d="M470 250 C560 90 900 60 1010 215 C890 140 600 165 470 250Z" fill="url(#kite)"/>
<g stroke="#25313b" stroke-width="2.5" fill="none"><path d="M484 244 L716 742"/><path d="M640 150 L720 738"/><path d="M840 128 L724 738"/><path d="M1000 208 L728 742"/></g>
<g fill="#16222c"><circle cx="664" cy="706" r="19"/><path d="M650 722 q26 -14 40 6 l40 18 -6 12 -38 -12 -8 48 44 40 -10 34 -16 0 2 -22 -46 -26 -22 40 -22 18 -12 -10 22 -32 20 -60z"/>
<path d="M560 872 L800 852 Q812 852 808 862 L570 890 Q556 888 560 872Z"/><path d="M676 880 L684 880 L694 968 L686 968Z"/><path d="M640 962 L748 956 L748 966 L642 974Z"/></g>
<path d="M640 985 q60 16 130 -4" stroke="#eef5f2" stroke-opacity=".7" stroke-width="6" fill="none" stroke-linecap="round"/>
</svg>`;

/** Stores the picture under a new key and returns the key. */
export async function storeDemoPhoto(storage: Storage): Promise<string> {
  const key = `${JOURNAL_FILES.folder}/${randomUUID()}.webp`;
  const picture = await sharp(Buffer.from(PICTURE)).webp({ quality: 82 }).toBuffer();
  await storage.write(key, picture);
  return key;
}
