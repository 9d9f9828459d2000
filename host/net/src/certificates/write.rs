//! Makes an authority and the certificates of a cluster.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use emberlane_experiment::ClusterConfig;
use emberlane_files::{folder_of, sync_folder};
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, SanType,
};
use time::{Duration, OffsetDateTime};

use super::check::private_key;
use super::error::failed;
use super::{AUTHORITY, AUTHORITY_KEY, CertificateError, Role, certificate, key};

/// What the authority is called, and how long it is one.
const NAME: &str = "Emberlane cluster";
const AUTHORITY_DAYS: i64 = 3650;
/// Clocks of machines differ.
const EARLIER: Duration = Duration::HOUR;
/// Who may read a certificate, and who a key.
const EVERYBODY: u32 = 0o644;
const OWNER: u32 = 0o600;

/// What became of the files of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Files that are new, in the order of roles.
    pub new: Vec<PathBuf>,
    /// Certificates that were there, and stay.
    pub kept: Vec<PathBuf>,
}

/// Writes what is not there yet: an authority, and a certificate with its key for each shard, each worker and an operator. With `renew`
/// certificates of processes are replaced, with the keys that are there.
///
/// # Errors
/// Files that cannot be read or written, and an authority whose key is elsewhere.
pub fn write(folder: &Path, cluster: &ClusterConfig, days: u32, renew: bool) -> Result<Written, CertificateError> {
    std::fs::create_dir_all(folder).map_err(failed(folder, "making it"))?;
    let now = OffsetDateTime::from(SystemTime::now());
    let until = now + Duration::days(days.into());
    let mut written = Written::default();
    let due: Vec<Role> = Role::all(cluster).filter(|role| renew || !certificate(folder, *role).exists()).collect();
    written.kept =
        Role::all(cluster).filter(|role| !due.contains(role)).map(|role| certificate(folder, role)).collect();
    if due.is_empty() {
        return Ok(written);
    }
    let issuer = authority(folder, now, &mut written)?;
    for role in due {
        let pair = pair(&key(folder, role), &role.to_string(), &mut written)?;
        let made = params(role, &role.places(cluster), now, until).signed_by(&pair, &issuer);
        let file = certificate(folder, role);
        put(&file, &made.map_err(|error| making(&role.to_string(), &error))?.pem(), EVERYBODY)?;
        written.new.push(file);
    }
    Ok(written)
}

/// The authority of a folder, which is made if there is none.
fn authority(
    folder: &Path,
    now: OffsetDateTime,
    written: &mut Written,
) -> Result<Issuer<'static, KeyPair>, CertificateError> {
    let (file, key) = (folder.join(AUTHORITY), folder.join(AUTHORITY_KEY));
    if file.exists() && !key.exists() {
        let what =
            "the key that it signs with, ca.key, is not in the folder: put it there, or name another folder".to_owned();
        return Err(CertificateError::Useless { file, what });
    }
    let pair = pair(&key, "the authority", written)?;
    let mut params = CertificateParams::default();
    params.distinguished_name = name(NAME);
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    (params.not_before, params.not_after) = (now - EARLIER, now + Duration::days(AUTHORITY_DAYS));
    if !file.exists() {
        let made = params.self_signed(&pair).map_err(|error| making("the authority", &error))?;
        put(&file, &made.pem(), EVERYBODY)?;
        written.new.push(file);
    }
    Ok(Issuer::new(params, pair))
}

fn params(role: Role, places: &[IpAddr], now: OffsetDateTime, until: OffsetDateTime) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = name(&role.to_string());
    params.subject_alt_names = places.iter().map(|place| SanType::IpAddress(*place)).collect();
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
    params.use_authority_key_identifier_extension = true;
    (params.not_before, params.not_after) = (now - EARLIER, until);
    params
}

fn name(common: &str) -> DistinguishedName {
    let mut name = DistinguishedName::new();
    name.push(DnType::CommonName, common);
    name
}

/// The key in a file, which is made if there is none.
fn pair(file: &Path, role: &str, written: &mut Written) -> Result<KeyPair, CertificateError> {
    if file.exists() {
        return private_key(file, role);
    }
    let made = KeyPair::generate().map_err(|error| making(role, &error))?;
    put(file, &made.serialize_pem(), OWNER)?;
    written.new.push(file.to_owned());
    Ok(made)
}

fn making(role: &str, error: &rcgen::Error) -> CertificateError {
    CertificateError::Making { role: role.to_owned(), message: error.to_string() }
}

/// Writes a file, whole or not at all, that nobody else could read meanwhile.
fn put(file: &Path, text: &str, mode: u32) -> Result<(), CertificateError> {
    let unfinished = file.with_added_extension("unfinished");
    let write = || -> io::Result<()> {
        let _ = std::fs::remove_file(&unfinished);
        let mut to = OpenOptions::new().write(true).create_new(true).mode(mode).open(&unfinished)?;
        to.write_all(text.as_bytes())?;
        to.sync_all()?;
        std::fs::rename(&unfinished, file)?;
        sync_folder(folder_of(file))
    };
    write().map_err(failed(file, "writing it"))
}
