/** Content type of XLSX. Importable by the browser, as all of this module. */
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
